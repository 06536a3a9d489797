/**
 * Set-up of every test: what a command prints is compared as text, so no terminal and no FORCE_COLOR around the tests
 * may colour it, here or in a child process. (Node warns on stderr where both variables are set.)
 */
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = '1';
