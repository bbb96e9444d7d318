import { DEFAULT_LIMITS } from '#shared/bulk/limits.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { portalSettings } from '#shared/settings.ts';
import { call } from './api.ts';
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

let loading: Promise<void> = Promise.resolve();

/** Loads the settings of the installation; without a reply the defaults remain. */
export function loadSettings(): Promise<void> {
  loading = call(portalSettings)
    .then(
      (read) => settings.set({ ...DEFAULTS, ...read }),
      () => undefined,
    )
    .finally(() => ready.set(true));
  return loading;
}

/** Whether a foreign gateway answers, once that is known. */
export const isForeign = (): Promise<boolean> => loading.then(() => currentSettings().foreign);

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
