/** The rows that a page's checkbox selects for printing, if the page has any: reprinting is picked row by row. */
export const UNPRINTED = {
  is: ({ printed_by_client }: { printed_by_client: boolean }) => !printed_by_client,
  label: 'Elegir las filas sin imprimir de esta página',
};
