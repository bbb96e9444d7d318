import fastJson from 'fast-json-stringify';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { replySchema } from './reply-schema.ts';

type Serializer = (reply: unknown) => string;

const compiled = { strict: new WeakMap<AnyEndpoint, Serializer>(), full: new WeakMap<AnyEndpoint, Serializer>() };

/**
 * Returns the serialiser of an endpoint's response. It is compiled at the first response: compiling all of them would take a
 * large part of a start.
 */
export function replySerializer(endpoint: AnyEndpoint, strict: boolean): Serializer {
  const serializers = strict ? compiled.strict : compiled.full;
  return (reply) => {
    let serializer = serializers.get(endpoint);
    if (!serializer) {
      serializer = fastJson(replySchema(endpoint, strict)) as Serializer;
      serializers.set(endpoint, serializer);
    }
    return serializer(reply);
  };
}
