import { useSettings } from '#web/kit/call/settings.ts';

/**
 * Returns a function that builds the address of the public tracking page (readings C37) for a tracking id or a label.
 */
export function useTrackingUrl(): (id: string) => string {
  const { tracking_url } = useSettings();
  return (id) => tracking_url.replace('{id}', encodeURIComponent(id));
}
