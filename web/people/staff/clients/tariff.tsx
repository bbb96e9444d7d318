import { useState } from 'react';
import { localDay } from '#shared/days.ts';
import { formatDate } from '#shared/format.ts';
import { listClientTariffs, listTariffs } from '#shared/ops/tariffs.ts';
import type { OperatorClient } from '#shared/people/staff-clients.ts';
import { GeneralTariffDialog } from '#web/console/tariffs/general-tariff-dialog.tsx';
import { versionAfter, versionOn } from '#web/console/tariffs/tariff-on-day.ts';
import { compareTariffsPath, newTariffPath } from '#web/console/tariffs/tariff-paths.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DescriptionList } from '#web/ui/panel.tsx';

const kind = (own: { tariff: object | null } | undefined) => (own?.tariff ? 'Propia' : 'General');

/** The tariff that prices a client's new orders, its next change, and the ways to another one. */
export function ClientTariff({ client, me }: { client: OperatorClient; me: Me }) {
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
