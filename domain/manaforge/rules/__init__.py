"""Every rule once: who may move (`turns`), what is paid (`payment`), and what each kind of move needs."""
