import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';

/** Descriptions of the error statuses in the API document. */
export const ERROR_STATUSES = {
  400: 'The body can’t be parsed as its content type, or a login or current password is wrong',
  401: 'The token or the key is missing, invalid, expired or revoked',
  403: 'The provider blocked the client or the user (`blocked`) or hasn’t approved the client yet (`approval_required`), registration is closed, the newest terms are not accepted (`terms_required`), the role or the key lacks the permission (`permission_required`), the account lacks the feature (`feature_required`), the session lacks its second step (`second_factor_required`), the company requires a second factor that the user hasn’t set up (`factor_setup_required`), the session lacks a recent code (`step_up_required`), the person is suspended (`suspended`), or the request comes from another page (`origin`)',
  404: 'Nothing of this caller has that id',
  409: 'The state of the data forbids it: something else is under way, or it exists already',
  413: 'The body is too large',
  415: 'The call doesn’t take this content type',
  422: 'A value is wrong and `errors` names its field, or the action is not allowed and `message` gives the reason',
  429: 'Too many requests: `Retry-After` gives the seconds until the next one',
  503: 'The server, its database or an outside service is unavailable for the moment: try again',
} as const;

export type ErrorStatus = keyof typeof ERROR_STATUSES;

/** Returns the error statuses of an endpoint: those derived from its declaration, and those in its `errorStatuses`. */
export function errorStatuses({ access, params, body, upload, errorStatuses }: AnyEndpoint) {
  const takesBody = Boolean(body || upload);
  const derived: Record<ErrorStatus, boolean> = {
    400: takesBody,
    401: access !== 'public',
    403: access !== 'public',
    404: params !== undefined,
    409: false,
    413: takesBody,
    415: takesBody,
    // Every call refuses a query that it can't read.
    422: true,
    429: true,
    503: true,
  };
  return (Object.keys(derived).map(Number) as ErrorStatus[]).filter(
    (status) => derived[status] || errorStatuses?.includes(status),
  );
}
