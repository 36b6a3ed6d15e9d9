/**
 * Plain lines about what the set-up is doing, on standard error: standard output belongs to what is started.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`vitrine: ${message}\n`);
}

/**
 * Says why it cannot go on and ends the process with 1.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  say(message);
  process.exit(1);
}
