import { useState } from 'react';
import { localDay } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { listClientTariffs, listTariffs } from '#shared/money/staff-tariffs.ts';
import { changeClient, type StaffClient } from '#shared/people/staff-clients.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { GeneralTariffDialog } from '#web/money/staff/tariffs/general-tariff-dialog.tsx';
import { versionAfter, versionOn } from '#web/money/staff/tariffs/on-day.ts';
import { compareTariffsPath, newTariffPath } from '#web/money/staff/tariffs/tariff-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { runClientAction } from './run-client-action.ts';

const FLAGS = {
  prepago: { name: 'Prepago', effect: 'Vale para las órdenes nuevas; las que existen conservan su forma de pago.' },
  logistica_inversa: { name: 'Logística inversa', effect: 'Vale desde su próxima llamada.' },
  fulfillment: { name: 'Fulfillment', effect: 'Vale desde su próxima llamada.' },
} as const;

const kind = (own: { tariff: object | null } | undefined) => (own?.tariff ? 'Propia' : 'General');

/** The tariff that prices a client's new orders, its next change, and the ways to another one. */
function ClientTariff({ client, me }: { client: StaffClient; me: Me }) {
  const { client_id } = client;
  const general = useApiQuery(listTariffs, { query: { limit: 50 } }).data?.results;
  const own = useApiQuery(listClientTariffs, { params: { clientId: String(client_id) }, query: { limit: 50 } }).data
    ?.results;
  const [ending, setEnding] = useState(false);
  if (!own || !general) return null;
  const today = localDay(new Date());
  const [now, next] = [versionOn(own, today), versionAfter(own, today)];
  const since = now?.tariff ? now : versionOn(general, today);
  return (
    <>
      <DescriptionList
        groups={[
          [
            { term: 'Tarifa vigente', value: since && `${kind(now)}, desde el ${formatDate(since.valid_from)}` },
            ...(next ? [{ term: `Desde el ${formatDate(next.valid_from)}`, value: kind(next) }] : []),
            { term: 'Tarifa propia', value: <Link to={newTariffPath(client_id)}>Darle una nueva</Link> },
            ...(own.some(({ tariff }) => tariff)
              ? [
                  {
                    term: 'Versiones',
                    value: <Link to={compareTariffsPath(client_id)}>Comparar con la general</Link>,
                  },
                ]
              : []),
            ...(now?.tariff || next?.tariff
              ? [
                  {
                    term: 'Tarifa general',
                    value: (
                      <Button
                        size="sm"
                        aria-haspopup="dialog"
                        disabledReason={refusalOf(me, 'tariffs')}
                        onClick={() => setEnding(true)}
                      >
                        Volver a la general
                      </Button>
                    ),
                  },
                ]
              : []),
          ],
        ]}
      />
      {ending && <GeneralTariffDialog client={client} own={own} general={general} onClose={() => setEnding(false)} />}
    </>
  );
}

type Flag = keyof typeof FLAGS;

/** Permissions of a client's account, each changed after a confirmation, and the tariff that prices its orders. */
export function ClientFlags({ client, me }: { client: StaffClient; me: Me }) {
  const { send } = useApiMutation(changeClient);
  const [changing, setChanging] = useState<Flag | null>(null);
  const refused = refusalOf(me, 'clients');
  const params = { clientId: String(client.client_id) };
  const verb = changing && client[changing] ? 'Quitar' : 'Dar';
  return (
    <>
      <DescriptionList
        groups={[
          (Object.keys(FLAGS) as Flag[]).map((flag) => ({
            term: FLAGS[flag].name,
            value: (
              <Button
                size="sm"
                role="switch"
                aria-checked={client[flag]}
                aria-label={FLAGS[flag].name}
                disabledReason={refused}
                onClick={() => setChanging(flag)}
              >
                {client[flag] ? 'Sí' : 'No'}
              </Button>
            ),
          })),
        ]}
      />
      <ClientTariff client={client} me={me} />
      <ConfirmDialog
        open={changing !== null}
        onOpenChange={() => setChanging(null)}
        title={changing ? `¿${verb} ${FLAGS[changing].name} a ${client.nombre_empresa}?` : ''}
        message={changing && FLAGS[changing].effect}
        confirmText={verb}
        onConfirm={() =>
          changing && runClientAction(() => send({ params, body: { [changing]: !client[changing] } as never }))
        }
      />
    </>
  );
}
