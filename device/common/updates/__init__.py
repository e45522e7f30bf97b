"""Updates as the table sees them: found on a stick or the network, brought onto the card, asked for, reported.

The table neither checks nor installs anything: it is not root. What it brought is checked by the builder's signature,
installed beside the version that runs, and put back where it does not start, by ``systemd/installer/update.py``.
For a screen, which offers it only while no game is on the table::

    found = find_on_stick()                # or find_on_network(); an Offer, or a Message why there is none
    path = bring(found, folder, heard)     # a Path on the card or a Message
    token = ask(path)                      # from here on the table is started anew by itself
    news = news_of(token)                  # how far it is; after the new start: unread_news(folder)
"""
