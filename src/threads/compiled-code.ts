/**
 * Compiled code that outlives its process. To be called by a program once it has run what every start runs, and, where
 * that is much more, once it has done its usual work: the bundle then keeps what V8 has compiled so far for later
 * starts, unless it has as much already. Nothing happens where a program runs outside a bundle.
 */
export function keepCompiledCode(ran: 'start' | 'work'): void {
  const keep: unknown = Reflect.get(globalThis, Symbol.for('vitrine.keepCompiled'));
  if (typeof keep === 'function') keep(ran);
}
