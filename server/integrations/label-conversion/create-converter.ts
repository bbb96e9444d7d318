import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { LabelConverter } from './converter.ts';
import { createEmbeddedConverter } from './embedded-converter.ts';
import { createHttpConverter } from './http-converter.ts';

/** Creates the configured converter: the external service, or the embedded one. */
export function createConverter(
  {
    LABEL_CONVERSION_URL: url,
    LABEL_CONVERSION_API_KEY: apiKey,
  }: Pick<Config, 'LABEL_CONVERSION_URL' | 'LABEL_CONVERSION_API_KEY'>,
  metrics?: Metrics,
): LabelConverter {
  return url ? createHttpConverter({ url, apiKey }, metrics?.egress('labels')) : createEmbeddedConverter();
}
