"""What a user can put right: every such error is one of these, its message one line that says what to do.

ValueError
└── LycosaError
    ├── NamingError    a strategy's, judge's or cue's name that cannot be read (pages.names)
    ├── TopicError     a topic that says nothing, or a topic.toml that cannot be read (topics.topic)
    ├── JudgeError     a judge that is not there, or cannot judge this topic (judges.base)
    ├── StrategyError  a strategy that is not there, or cannot hunt this topic (strategies.base)
    ├── SettingsError  settings of a crawl that do not go together (crawl.settings)
    ├── ArchiveError   an archive that cannot be read or written (archive.records)
    │   ├── DiskFullError   no room for a record (archive.records)
    │   └── ShortFileError  a file that lacks bytes counted on (archive.records)
    ├── WebError       a web that cannot be used (webs.base)
    │   └── FetchError      settings of the live web that cannot be (webs.live.settings)
    ├── CatalogueError a catalogue that cannot be opened or written (collection.catalogue)
    ├── ShelfError     shelves that are not as a checkpoint left them (collection.shelves)
    ├── TextsError     URLs' texts that are not as a checkpoint left them (collection.texts)
    ├── LockedError    a collection that another crawl is at work on (collection.lock)
    ├── RunError       a folder that is no collection, or one of another hunt (collection.run)
    ├── ExportError    what cannot be exported so (collection.exports)
    ├── RebuildError   a log that does not fit its crawl (engines.rebuild)
    ├── ExplainError   what cannot be explained (engines.explain)
    ├── LabError       an experiment, a stored web or results that cannot be used (lab.records)
    │   └── MeasureError    a measure that is not there, or cannot be taken here (lab.measures.base)
    ├── IdentityError  nobody is named who answers for a live crawl (cli.identity)
    └── PracticeError  properties no practice web can have (webs.practice.plan)
"""

from __future__ import annotations


class LycosaError(ValueError):
    """Something the user gave cannot be used. The message is one line that says what to do."""
