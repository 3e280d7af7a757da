import type { World } from '../kernel/world.ts'

/** No proxy stands between a machine and itself. */
const itself = 'localhost,127.0.0.1,::1'

/** undici's fetch, which honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY and keeps connections. Loaded with the first call. */
export async function loadFetch(env: World['env']): Promise<typeof fetch> {
  const undici = await import('undici')
  const noProxy = [env.NO_PROXY || env.no_proxy, itself].filter(Boolean).join(',')
  const dispatcher = new undici.EnvHttpProxyAgent({ connect: { timeout: 10_000 }, noProxy })
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    const body = init?.body instanceof FormData ? toUndiciForm(init.body, new undici.FormData()) : init?.body
    return undici.fetch(url as string, { ...init, body, dispatcher } as Parameters<typeof undici.fetch>[1])
  }
  return send as unknown as typeof fetch
}

/** undici knows only forms of its own making. */
function toUndiciForm<F extends { append(name: string, value: string | Blob, fileName?: string): void }>(
  form: FormData,
  own: F,
): F {
  for (const [name, value] of form) {
    if (typeof value === 'string') own.append(name, value)
    else own.append(name, value, value.name)
  }
  return own
}
