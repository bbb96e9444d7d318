import { DEFAULT_LIMITS } from '#shared/bulk/limits.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { portalSettings } from '#shared/settings.ts';
import { awaitForeign, call } from './api.ts';
import { createStore, useStore } from './store.ts';

export type Settings = ReplyOf<typeof portalSettings>;

/** Values until the server's settings are loaded, and if that fails. */
const DEFAULTS: Settings = {
  brand: 'Remito',
  brand_logo: '',
  support: '',
  tracking_url: '/seguimiento/{id}',
  demo: false,
  public_demo: false,
  strict: false,
  foreign: false,
  user_call: true,
  states_token: '',
  payment_hosts: [],
  bulk_max_rows: DEFAULT_LIMITS.rows,
  bulk_max_bytes: DEFAULT_LIMITS.bytes,
};

const settings = createStore(DEFAULTS);

const ready = createStore(false);

/** Loads the settings of the installation; without a reply the defaults remain. */
export async function loadSettings(): Promise<void> {
  const reading = call(portalSettings).catch(() => null);
  awaitForeign(reading.then((read) => read?.foreign ?? false));
  const read = await reading;
  if (read) settings.set({ ...DEFAULTS, ...read });
  ready.set(true);
}

/** True once the settings are loaded: calls that a foreign gateway lacks must wait for them. */
export function useSettingsReady(): boolean {
  return useStore(ready);
}

/** Returns the settings outside of components. */
export const currentSettings = (): Settings => settings.get();

/** Brand, support contact and addresses of this installation. */
export function useSettings(): Settings {
  return useStore(settings);
}
