/**
 * Compiled code that outlives its process. To be called by a program once it has run what every start runs: the bundle
 * then keeps what V8 has compiled so far for later starts, unless it has that already. Nothing happens where a program
 * runs outside a bundle.
 */
export function keepCompiledCode(): void {
  const keep: unknown = Reflect.get(globalThis, Symbol.for('vitrine.keepCompiled'));
  if (typeof keep === 'function') keep();
}
