import { useState } from 'react';
import { changeClient, type OperatorClient } from '#shared/people/staff-clients.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DescriptionList } from '#web/ui/panel.tsx';
import { runClientAction } from './run-client-action.ts';
import { ClientTariff } from './tariff.tsx';

const FLAGS = {
  prepago: { name: 'Prepago', effect: 'Vale para las órdenes nuevas; las que existen conservan su forma de pago.' },
  logistica_inversa: { name: 'Logística inversa', effect: 'Vale desde su próxima llamada.' },
  fulfillment: { name: 'Fulfillment', effect: 'Vale desde su próxima llamada.' },
} as const;

type Flag = keyof typeof FLAGS;

/** Permissions of a client's account, each changed after a confirmation, and the tariff that prices its orders. */
export function ClientFlags({ client, me }: { client: OperatorClient; me: Me }) {
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
