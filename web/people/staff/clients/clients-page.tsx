import { useState } from 'react';
import { EMPTY_VALUE } from '#shared/kit/text/format.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { clients, type StaffClient } from '#shared/people/staff-clients.ts';
import { type Cells, ResourcePage } from '#web/console/kit/resource-list.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { history } from '#web/kit/lib/history.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { Link } from '#web/kit/ui/link.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath } from './client-paths.ts';
import { ClientState } from './client-state.tsx';
import { NewClient } from './new-client.tsx';

const CELLS: Cells<typeof clients> = {
  client_id: null,
  nombre_empresa: {
    wrap: true,
    minWidth: 160,
    cell: ({ client_id, nombre_empresa, razon_social }) => (
      <span>
        <Link to={clientPath(client_id)}>{nombre_empresa}</Link>
        <span className="row-line">{razon_social}</span>
      </span>
    ),
  },
  cuit: { cell: ({ cuit }) => formatCuit(cuit) },
  state: { cell: ({ state }) => <ClientState state={state} /> },
  username: null,
  email: { header: 'Contacto', cell: ({ email }) => email },
  prepago: { header: 'Permisos', wrap: true, cell: (client) => flagNames(client).join(', ') || EMPTY_VALUE },
  logistica_inversa: null,
  fulfillment: null,
  terms_accepted: null,
};

const open = ({ client_id }: StaffClient) => history.push(clientPath(client_id));

/** `/consola/clientes`: all clients, with a search and a filter by state. */
export function ClientsPage({ me }: { me: Me }) {
  const creates = useCapability('clientCreation') !== false;
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ResourcePage
        resource={clients}
        cells={CELLS}
        onOpen={open}
        none={{
          title: 'Todavía no hay clientes',
          text: 'Aparecen cuando se registran en el portal, o cuando los creás con Nuevo cliente.',
        }}
        unmatched={{ title: 'Ningún cliente coincide', text: 'Cambiá la búsqueda o el estado.' }}
        buttons={
          creates && (
            <Button
              variant="primary"
              icon={<Plus />}
              disabledReason={refusalOf(me, 'clients')}
              onClick={() => setCreating(true)}
            >
              Nuevo cliente
            </Button>
          )
        }
      />
      {creating && <NewClient me={me} onClose={() => setCreating(false)} />}
    </>
  );
}

const flagNames = (client: StaffClient) => [
  ...(client.prepago ? ['Prepago'] : []),
  ...(client.logistica_inversa ? ['Logística inversa'] : []),
  ...(client.fulfillment ? ['Fulfillment'] : []),
];
