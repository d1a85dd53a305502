"""From runs to one page: what was shown, what was not, and the figures and tables it stands on."""
