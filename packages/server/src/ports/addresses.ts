/** Opens addresses that people have written. */
export interface AddressPort {
  /** C-96, C-134: whether it answers 2xx, 401 or 403 within 5 s, after 3 redirects at most, from the public internet. */
  isAccessible(url: string, signal: AbortSignal): Promise<boolean>
}
