#!/usr/bin/env node

/** The command `vitrine`. The first query thread of a daemon starts before anything else is loaded. */
const [, , command] = process.argv;
const ahead = command === 'serve' ? import('./first-thread.js') : undefined;
void Promise.resolve(ahead).then(() => import('./run-command.js'));

export {};
