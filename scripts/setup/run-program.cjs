/**
 * Runs a program of `bundle/` without compiling it anew: V8 keeps what it has compiled in a file beside the program,
 * and every thread and process that starts later takes it from there. Reading it costs a tenth of what parsing does.
 *
 * bundle.mjs puts this file at the root of the bundle and beside each program a few lines that call it. The file of
 * compiled code is written when a program says that it has run what it needs at a start (`threads/compiled-code.ts`),
 * so that it has those functions and not all others, and once more when it says so of its usual work. It begins with a
 * digest of the program's text and of what follows, which is that stage and the code, and is named after the version of
 * V8: one that is damaged, or of other code, is not used and is replaced. Where it cannot be written, programs are
 * compiled at each start.
 */
'use strict';
const { createHash } = require('node:crypto');
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');
const { constants, Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

// Processors have instructions for it: of four megabytes it takes 5 to 10 ms, half of what SHA-1 takes.
const DIGEST = 'sha256';
const DIGEST_BYTES = 32;
/** What a program has run, each with what comes before it; in the file, a byte tells how many of them. */
const STAGES = ['start', 'work'];
const PARAMETERS = 'exports, require, module, __filename, __dirname';

/**
 * Garbage collections drop the code of what ran once: the body of the program, which would then be missing in the file,
 * and be compiled from all of the text at each start. So a process that has code to keep does without that. No other
 * one does: V8 takes compiled code, that of Node's own modules too, only where its flags are those it was compiled
 * with, and the start of a thread takes twice as long without.
 * @param {boolean} drops
 */
function setDropping(drops) {
  setFlagsFromString(drops ? '--flush-bytecode' : '--no-flush-bytecode');
}

/**
 * Whether another program of this process has code to keep: flags are the process's, and the version of compiled code
 * tells them apart. With those of later starts in the end.
 */
function othersKeep() {
  const before = cachedDataVersionTag();
  setDropping(true);
  return cachedDataVersionTag() !== before;
}

/**
 * @param {NodeModule} module of the file that stands for the program; gets the program's exports
 * @param {NodeRequire} require that module's
 * @param {string} file of the program's text, in Latin-1
 */
module.exports = function runProgram(module, require, file) {
  const text = readFileSync(file, 'latin1');
  const others = othersKeep();
  const version = `${process.arch}-${cachedDataVersionTag().toString(16)}`;
  const compiledFile = file.replace(/cjs$/, `${version}.compiled`);
  const { stage, cachedData } = read(compiledFile, text);
  const script = new Script(`(function (${PARAMETERS}) {${text}\n})`, {
    filename: file,
    cachedData,
    importModuleDynamically: constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  let kept = script.cachedDataRejected === false ? stage : 0;
  if (others || kept < stagesOf(text)) setDropping(false);
  // A name that programs know, whichever way they have been started.
  Reflect.set(globalThis, Symbol.for('vitrine.keepCompiled'), (/** @type {string} */ ran) => {
    const reached = STAGES.indexOf(ran) + 1;
    if (kept >= reached) return;
    kept = reached;
    // With the flags of later starts.
    setDropping(true);
    const code = script.createCachedData();
    // Other programs of this process may have to keep theirs.
    setDropping(false);
    write(compiledFile, text, Buffer.concat([Buffer.of(reached), code]));
  });
  script.runInThisContext()(module.exports, require, module, module.filename, module.path);
};

/**
 * The number of stages that a program tells of.
 * @param {string} text
 */
function stagesOf(text) {
  return STAGES.findLastIndex(stage => text.includes(`keepCompiledCode("${stage}")`)) + 1;
}

/**
 * @param {string} text
 * @param {Uint8Array} kept the stage and the code
 */
function digest(text, kept) {
  return createHash(DIGEST).update(text, 'latin1').update(kept).digest();
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {{ stage: number, cachedData?: Buffer }} without data where there are none that fit
 */
function read(file, text) {
  try {
    const bytes = readFileSync(file);
    const kept = bytes.subarray(DIGEST_BYTES);
    if (!digest(text, kept).equals(bytes.subarray(0, DIGEST_BYTES))) return { stage: 0 };
    return { stage: kept[0] ?? 0, cachedData: kept.subarray(1) };
  } catch {
    return { stage: 0 };
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @param {Buffer} kept the stage and the code
 */
function write(file, text, kept) {
  const unfinished = `${file}.${process.pid}-${threadId}`;
  try {
    writeFileSync(unfinished, Buffer.concat([digest(text, kept), kept]));
    renameSync(unfinished, file);
  } catch {
    // The folder is not writable: every start compiles.
    rmSync(unfinished, { force: true });
  }
}
