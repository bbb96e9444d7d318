import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#shared/people/second-factor/passkeys.ts';
import { readFactor } from '#shared/people/second-factor/second-factor.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { ErrorState, NotLoaded } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { paths } from '#web/paths.ts';
import { PasskeyPanel } from '#web/people/second-factor/passkey-panel.tsx';
import { OwnFactorPanel } from './own-factor-panel.tsx';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

const CALLS = { list: listPasskeys, begin: beginPasskey, add: addPasskey, remove: removePasskey };

/** The passkeys of a user who has an authenticator app. */
const OwnPasskeys = () => <PasskeyPanel calls={CALLS} NotLoaded={NotLoaded} />;

/** `/usuario/segundo-paso`: the user's second factor. */
export default function SecondFactor() {
  const answer = useApiQuery(readFactor, {});
  const factor = answer.data?.results;
  return (
    <>
      <PageHeader title="Segundo paso" back={BACK} />
      {!factor && answer.isError ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : (
        <SheetBody>
          <div className="stack">
            <Panel title="Aplicación de autenticación">
              {factor ? <OwnFactorPanel factor={factor} /> : <Skeleton lines={4} label="Cargando el segundo paso" />}
            </Panel>
            {factor && factor.since !== null && <OwnPasskeys />}
          </div>
        </SheetBody>
      )}
    </>
  );
}
