/**
 * Returns how many labels printing an order gives: those of its shipments that travel. A foreign gateway may give no label by
 * itself; then each shipment counts, and an order without a list of shipments has one.
 */
export function countLabels(shippings: readonly { print_png_url?: string | null }[] | undefined): number {
  const own = (shippings ?? []).filter(({ print_png_url }) => print_png_url).length;
  return own || (shippings?.length ?? 1);
}
