import { formatTimestamp } from '#shared/kit/text/format.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import type { StaffClient } from '#shared/people/staff-clients.ts';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';

/** Data of a client as it registered them. */
export function ClientData({ client }: { client: StaffClient }) {
  return (
    <DescriptionList
      groups={[
        [
          { term: 'Razón social', value: client.razon_social },
          { term: 'CUIT', value: `${formatCuit(client.cuit)}${client.cuit_valid ? '' : ' (el dígito no coincide)'}` },
          { term: 'Contacto', value: `${client.first_name} ${client.last_name}` },
          { term: 'Email', value: client.email },
        ],
        [
          { term: 'Registro', value: formatTimestamp(client.registered) },
          { term: 'Activación', value: client.activated_at ? formatTimestamp(client.activated_at) : 'Pendiente' },
          { term: 'Términos aceptados', value: client.terms_accepted ? 'Sí' : 'No' },
        ],
      ]}
    />
  );
}
