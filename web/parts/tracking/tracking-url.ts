import { useSettings } from '#web/lib/settings.ts';

/** Address of the public tracking page (readings C37) for a tracking id or a shipment's label. */
export function useTrackingUrl(): (id: string) => string {
  const { tracking_url } = useSettings();
  return (id) => tracking_url.replace('{id}', encodeURIComponent(id));
}
