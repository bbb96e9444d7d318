import { listClients } from '#shared/ops/clients.ts';
import { useStaffQuery } from '#web/console/staff-api.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface ClientSelectProps {
  /** Id of the chosen client; '' for all of them, or for none chosen yet. */
  value: string;
  onChange: (client: string) => void;
  /** Text of the empty choice: 'Todos' by default. */
  empty?: string;
  error?: string | null;
}

const MAX_CLIENTS = 1000;

/** Chooses one of the clients whose stock the warehouse keeps. */
export function ClientSelect({ value, onChange, empty = 'Todos', error }: ClientSelectProps) {
  const { data } = useStaffQuery(
    listClients,
    { query: { page: 1, limit: MAX_CLIENTS, filter: { fulfillment: '1' } } },
    { staleMs: 60_000 },
  );
  const options = (data?.results ?? []).map((client) => ({
    value: String(client.client_id),
    label: client.nombre_empresa,
  }));
  return (
    <Field label="Cliente" error={error}>
      <Select
        value={value}
        options={[{ value: '', label: empty }, ...options]}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
