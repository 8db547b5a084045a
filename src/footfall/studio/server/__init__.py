"""The web server: who may come in, the page's files, one connection for each open page."""
