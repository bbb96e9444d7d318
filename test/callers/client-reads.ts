import { contract } from '#shared/contract.ts';

/** Names of a client's calls that read; without the change stream, which doesn't end. */
export const CLIENT_READS: readonly string[] = Object.entries(contract)
  .filter(
    ([, { method, access, produces }]) => method === 'GET' && access !== 'public' && produces !== 'text/event-stream',
  )
  .map(([call]) => call);
