import { isKinoraError } from '@kinora/core'
import { createKinora, type Kinora, type KinoraOptions } from '@kinora/react'
import { createRoot } from 'react-dom/client'
import { type Account, type Depth, findExample, type Shown } from './examples.ts'

/** The demo is open to everybody: its accounts and their password are in the README. */
const password = 'Kinora-demo-1'

const texts: Record<string, KinoraOptions['localeTexts']> = {
  de: () => import('@kinora/core/locales/de.json'),
  es: () => import('@kinora/core/locales/es.json'),
  fr: () => import('@kinora/core/locales/fr.json'),
  ar: () => import('@kinora/core/locales/ar.json'),
  zh: () => import('@kinora/core/locales/zh.json'),
}

export interface LiveOptions {
  element: HTMLElement
  /** Origin of the platform with its demo. */
  platform: string
  part: string
  depth: Depth
  locale: string
}

/** An example that was mounted, or why there is none: the platform can't be reached from here, or something else is wrong. */
export type Mounted =
  | { kind: 'shown'; account: Account; unmount(): void }
  | { kind: 'unreachable' }
  | { kind: 'failed'; words: string }

/**
 * EMBED-07: mounts the example of a part as its file stands, on a running platform, signed in as a host signs its people in. Each
 * example has a Kinora of its own, so that what is typed or chosen in one isn't seen in the next.
 */
export async function mountExample({
  element,
  platform,
  part,
  depth,
  locale,
}: LiveOptions): Promise<Mounted> {
  const example = findExample(part, depth)
  if (example === undefined) return { kind: 'failed', words: `There is no example ${part}/${depth}.` }
  let token: string | undefined
  try {
    token = await signIn(platform, example.account)
  } catch (error) {
    return error instanceof TypeError ? { kind: 'unreachable' } : { kind: 'failed', words: toWords(error) }
  }
  try {
    const kinora = createKinora({
      baseUrl: platform,
      async getToken() {
        const given = token ?? (await signIn(platform, example.account))
        token = undefined
        return given
      },
      name: `docs-${part}-${depth}`,
      locale,
      localeTexts: texts[locale],
    })
    const [{ default: found }, given] = await Promise.all([example.load(), example.given?.(kinora)])
    const Shown = found as Shown
    const root = createRoot(element)
    root.render(<Shown kinora={kinora} {...given} />)
    const unmount = () => {
      root.unmount()
      close(kinora)
    }
    return { kind: 'shown', account: example.account, unmount }
  } catch (error) {
    return { kind: 'failed', words: toWords(error) }
  }
}

/** What a host's own server does with the key that it keeps; here the page itself, with what everybody knows. */
async function signIn(platform: string, account: Account): Promise<string> {
  const answer = await fetch(`${platform}/identity/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@demo.kinora.test`, password }),
  })
  const { token, message } = (await answer.json()) as { token?: string; message?: string }
  if (token === undefined) throw new Error(message ?? `${platform} answered ${answer.status}`)
  return token
}

function close(kinora: Kinora): void {
  void kinora.uploads.dispose()
  kinora.queries.clear()
}

const toWords = (error: unknown): string =>
  isKinoraError(error) || error instanceof Error ? error.message : String(error)
