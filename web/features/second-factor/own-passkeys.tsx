import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#shared/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { PasskeyPanel } from '#web/parts/second-factor/passkey-panel.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The passkeys of a user who has an authenticator app. */
export function OwnPasskeys() {
  const { data, isError, refetch } = useApiQuery(listPasskeys, {});
  if (!data) {
    return isError ? (
      <ErrorState onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={3} label="Cargando las llaves de acceso" />
    );
  }
  async function changed<T>(change: Promise<T>): Promise<T> {
    const done = await change;
    await invalidateApiQueries(listPasskeys);
    return done;
  }
  return (
    <PasskeyPanel
      passkeys={data.results}
      onBegin={async () => (await call(beginPasskey)).results}
      onAdd={(body) => changed(call(addPasskey, { body }))}
      onRemove={(id) => changed(call(removePasskey, { params: { id } }))}
    />
  );
}
