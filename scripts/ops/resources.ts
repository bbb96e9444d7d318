import type { AnyResource, ResourceFilter } from '#shared/kit/resource.ts';
import { operatorResources } from '#shared/ops/contract.ts';
import { fold } from '#shared/rules/fold.ts';
import { type Command, command } from './command.ts';

/** Commands of the lists that are declared as a resource: `clientes` lists, and `clientes-exportar` saves the CSV file. */
export const resourceCommands: Command[] = operatorResources.flatMap((resource) => {
  const [name, help] = resource.command;
  const meaning = meanings(resource);
  const columns = Object.values(resource.columns).filter(({ fileOnly }) => !fileOnly);
  return [
    { name, help, ...command(resource.list, { columns, meaning }) },
    {
      name: `${name}-exportar`,
      help: 'Guarda la lista en un CSV, entera o con un filtro',
      ...command(resource.csv, { meaning, fileName: () => fold(resource.title).replaceAll(' ', '-') }),
    },
  ];
});

/** Returns what the filters are compared with, by their names in the call. */
function meanings({ filters }: AnyResource): Record<string, string> {
  const meaning = ({ hint, options }: ResourceFilter) =>
    hint ??
    Object.keys(options ?? {})
      .filter(Boolean)
      .join(', ');
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => (meaning(filter) ? [[name, meaning(filter)]] : [])),
  );
}
