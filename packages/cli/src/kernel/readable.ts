/** `EncodingQueued` as flags and `--json` have it: `encoding-queued`. */
export const toKebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
