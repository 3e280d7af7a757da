import {
  type Endpoint,
  fromWireNames,
  type Input,
  type KinoraContract,
  type LocaleTexts,
  type Output,
  Role,
  toWireNames,
  type User,
} from '@kinora/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { memoryStore } from '../adapters/storage.ts'
import { findCall } from '../host-tests/calls.ts'
import { createKinora, type Kinora } from '../kernel/kinora.ts'
import type { SpeechOptions } from '../kernel/locale.ts'
import { KinoraProvider } from '../kernel/provider.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'

/** A status instead of an answer, with the sentence that the server says to it. */
export class Failure {
  readonly status: number
  readonly message: string | undefined
  /** What else its body says: a code, issues, changes. */
  readonly more: object
  constructor(status: number, message?: string, more: object = {}) {
    this.status = status
    this.message = message
    this.more = more
  }
}

/** What a story's server says, typed by the contract: a changed answer doesn't compile. Whatever is left out is not found. */
export type StoryAnswers = {
  [N in keyof KinoraContract]?: {
    [V in keyof KinoraContract[N]]?: (
      input: Input<KinoraContract[N][V] & Endpoint>,
      /** The parts of the path and of the query by their names, as text; a body that is a list is all of the input. */
      parts: Readonly<Record<string, string>>,
    ) => Output<KinoraContract[N][V] & Endpoint> | Failure | Promise<never>
  }
}

/** An answer that never comes. */
export const never = (): Promise<never> => new Promise(() => undefined)

export const storyUser: User = {
  userId: 'user-story',
  displayName: 'Mia Larsen',
  email: 'mia@northwind.test',
  role: Role.Admin,
  tenants: [],
  provider: null,
}

export interface StoryKinoraProps {
  /** Answers of this story; with VITE_KINORA_URL set the running server answers instead. */
  answers?: StoryAnswers
  /** Nobody is signed in. */
  signedOut?: boolean
  /** Changes the Kinora before it is shown. */
  prepare?: (kinora: Kinora) => void
  children: ReactNode
}

const server: string | undefined = import.meta.env.VITE_KINORA_URL

const texts = import.meta.glob<{ default: LocaleTexts }>('../../../core/locales/*.json')

/** The language that Storybook's page names. */
function pageLanguage(): SpeechOptions {
  const locale = globalThis.document?.documentElement.lang
  return locale ? { locale, localeTexts: texts[`../../../core/locales/${locale}.json`] } : {}
}

/** The Kinora of one story, whose server says the answers. */
export function createStoryKinora(answers: StoryAnswers = {}, signedOut = false): Kinora {
  const own = {
    store: memoryStore(),
    tabStore: memoryStore(),
    name: `story-${crypto.randomUUID()}`,
    ...pageLanguage(),
  }
  const created = server
    ? createKinora({ ...own, baseUrl: server })
    : createKinora({ ...own, fetch: toFetch(answers), getToken: () => (signedOut ? undefined : 'story') })
  created.queries.setDefaultOptions({ queries: { retry: false } })
  return created
}

/** An example as a story. */
export const exampleStory = (Example: ComponentType<{ kinora: Kinora }>, answers: () => StoryAnswers) => ({
  render: () => <ExampleStory {...{ Example, answers }} />,
})

interface ExampleStoryProps {
  Example: ComponentType<{ kinora: Kinora }>
  answers: () => StoryAnswers
}

function ExampleStory({ Example, answers }: ExampleStoryProps) {
  const [kinora] = useState(() => createStoryKinora(answers()))
  return <Example kinora={kinora} />
}

/** What a host gives its components, for one story. */
export function StoryKinora({ answers, signedOut = false, prepare, children }: StoryKinoraProps) {
  const [kinora] = useState(() => {
    const created = createStoryKinora(answers, signedOut)
    prepare?.(created)
    return created
  })
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const enter = server && !signedOut ? signInToDemo(kinora) : kinora.session.start()
    void enter.finally(() => setReady(true))
  }, [kinora, signedOut])
  return (
    <KinoraProvider kinora={kinora}>
      <ToastProvider label="Notifications" dismissLabel="Dismiss" duration={() => 3000}>
        {ready ? children : null}
      </ToastProvider>
    </KinoraProvider>
  )
}

const signInToDemo = (kinora: Kinora): Promise<unknown> =>
  kinora.session.login({ email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' })

function toFetch(answers: StoryAnswers): typeof fetch {
  const all = { session: { verify: () => ({ user: storyUser }) }, ...answers } as Record<
    string,
    Record<string, (input: unknown, ...parts: readonly object[]) => unknown>
  >
  return async (url, init) => {
    const { pathname, searchParams } = new URL(String(url), location.href)
    const { endpoint, parts: inPath } = findCall(init?.method ?? 'GET', pathname) ?? {}
    const names = endpoint?.wireNames()
    const inside = (value: unknown) => fromWireNames(names?.input, value)
    const parts = inside({ ...inPath, ...Object.fromEntries(searchParams) }) as object
    const [noun, verb] = endpoint?.id.split('.') ?? []
    const input: unknown = typeof init?.body === 'string' ? inside(JSON.parse(init.body)) : {}
    const named = Object.keys(parts).length === 0 ? [] : ([parts] as const)
    const work = all[noun ?? '']?.[verb ?? '']?.(input, ...named)
    const answer = (await Promise.race([work, ended(init?.signal)])) ?? new Failure(404)
    if (answer instanceof Failure && answer.status === 204) return new Response(null, { status: 204 })
    return answer instanceof Failure
      ? Response.json(
          { status: answer.status, message: answer.message, ...answer.more },
          { status: answer.status },
        )
      : Response.json(toWireNames(names?.output, answer))
  }
}

/** Rejects as a network does when whoever asked gives up. */
const ended = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
