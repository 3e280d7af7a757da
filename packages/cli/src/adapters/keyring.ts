/** The keyring of the operating system; whatever fails or hangs there counts as no keyring. */
export interface Keyring {
  get(account: string): Promise<string | undefined>
  /** false where it could not be stored. */
  set(account: string, secret: string): Promise<boolean>
  remove(account: string): Promise<void>
}

const service = 'kinora'
/** A keyring without anybody to unlock it never answers. */
const timeout = 3_000

export const systemKeyring: Keyring = {
  get: account => attempt(async entry => (await entry(account).getPassword()) ?? undefined),
  set: async (account, secret) =>
    (await attempt(async entry => {
      await entry(account).setPassword(secret)
      return (await entry(account).getPassword()) === secret
    })) ?? false,
  remove: async account => {
    await attempt(entry => entry(account).deletePassword())
  },
}

export const noKeyring: Keyring = {
  get: async () => undefined,
  set: async () => false,
  remove: async () => undefined,
}

interface Entry {
  getPassword(): Promise<string | null | undefined>
  setPassword(secret: string): Promise<unknown>
  deletePassword(): Promise<unknown>
}

async function attempt<T>(work: (entry: (account: string) => Entry) => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), timeout)
  })
  const done = import('@napi-rs/keyring')
    .then(({ AsyncEntry }) => work(account => new AsyncEntry(service, account)))
    .catch(() => undefined)
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
