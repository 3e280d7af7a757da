/** HOOK-04: whether an endpoint took what was sent to it, by its HTTP status; null is no answer. */
export const isWebhookDelivered = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300
