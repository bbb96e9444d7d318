import type { OperatorApi } from '#server/platform/http/operator-api.ts';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { listClientUsers } from '#shared/ops/client-users.ts';
import { listClients } from '#shared/ops/clients.ts';
import { fold } from '#shared/rules/fold.ts';
import { UsageError } from './command.ts';

type Input = CallInput<AnyEndpoint>;

const isNumber = (value: unknown) => value === undefined || /^\d+$/.test(String(value));

/**
 * Replaces user names in the path of a call by the numbers of the client and of the user.
 *
 * @throws UsageError if no client has a user with the name
 */
export async function resolveNames(api: OperatorApi, { path }: AnyEndpoint, input: Input): Promise<Input> {
  if (!path.includes(':clientId')) return input;
  const params = { ...(input.params as Record<string, unknown> | undefined) };
  if (!isNumber(params.clientId)) params.clientId = await clientOf(api, String(params.clientId));
  if (path.includes('/user/:id') && !isNumber(params.id)) {
    const { results } = await api.call(listClientUsers, { params: { clientId: params.clientId } });
    const user = results.find(({ username }) => fold(username) === fold(String(params.id)));
    if (!user) throw new UsageError(`El cliente no tiene ningún usuario '${params.id}'`);
    params.id = user.id;
  }
  return { ...input, params: params as Input['params'] } as Input;
}

/** Returns the number of the client that has a user with this name. */
async function clientOf(api: OperatorApi, name: string): Promise<number> {
  const { results } = await api.call(listClients, { query: { filter: { search: name }, limit: 100 } });
  for (const { client_id } of results) {
    const users = await api.call(listClientUsers, { params: { clientId: client_id } });
    if (users.results.some(({ username }) => fold(username) === fold(name))) return client_id;
  }
  throw new UsageError(`Ningún cliente tiene un usuario '${name}'`);
}
