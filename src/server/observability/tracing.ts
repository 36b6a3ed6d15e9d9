/**
 * Spans of OpenTelemetry, for an SDK that the operator has registered in the process (by `node --import`) before the daemon
 * starts. Without one there is no tracer, and a request costs a comparison. No span has a key, a customer key or what was asked.
 */
import { ProxyTracerProvider, type Tracer, trace } from '@opentelemetry/api';

const SCOPE = 'vitrine';

/** @returns undefined where no SDK is registered in this thread */
export function openTracer(version: string): Tracer | undefined {
  const provider = trace.getTracerProvider();
  // That of the interface alone, which does nothing.
  if (provider instanceof ProxyTracerProvider) return provider.getDelegateTracer(SCOPE, version);
  return provider.getTracer(SCOPE, version);
}
