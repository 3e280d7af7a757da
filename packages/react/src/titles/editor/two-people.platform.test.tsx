import { type Title, type TitleDraft, titleHistory, titles, toKinoraError } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../../scripts/properties.ts'
import type { Kinora } from '../../kernel/kinora.ts'
import { type Draft, useDraft } from '../../kernel/use-draft.ts'
import { kinoraAs, platformUrl, renderWith } from '../../testing/platform.tsx'

beforeAll(async () => void (await platformUrl()))

type Values = Pick<TitleDraft, 'className' | 'instructor' | 'keywords'>
const fields = ['className', 'instructor', 'keywords'] as const
type Field = (typeof fields)[number]
const toStored = ({ className, instructor, keywords, version }: Title) => ({
  values: { className, instructor, keywords },
  version,
})

/** Somebody who edits the title in a session of their own, through the drafts of the forms. */
async function openPerson(kinora: Kinora, start: Title) {
  const { tag } = start
  const stored = toStored(start)
  let draft!: Draft<Values>
  function Form() {
    draft = useDraft<Values, Title>({
      ...{ stored, toStored, check: () => [] },
      refresh: async () => {
        const { data } = await kinora.session.send(titles.find, { titleTags: [tag] })
        return toStored(data[0]!)
      },
      save: (_, { changes, version }) =>
        kinora.session.send(titles.update, { tag, version, ...changes }).then(
          output => ({ kind: 'done' as const, output }),
          thrown => ({ kind: 'failed' as const, error: toKinoraError(thrown) }),
        ),
    })
    return null
  }
  const screen = await renderWith(kinora, <Form />)
  /** What was typed and is neither stored nor given up for what somebody else wrote. */
  const typed = new Map<Field, unknown>()
  return {
    ...{ draft: () => draft, typed, close: () => screen.unmount() },
    edit(field: Field, text: string) {
      const value = field === 'keywords' ? [text] : text
      draft.form.setValue(field, value)
      typed.set(field, value)
    },
    choose(choice: 'mine' | 'theirs') {
      const [conflict] = draft.conflicts
      if (conflict === undefined) return
      draft.resolve(conflict.path, choice)
      if (choice === 'theirs') typed.delete(conflict.path as Field)
    },
    /** Whether it is stored, and what of the title had been seen by then. */
    async save() {
      const known = structuredClone(draft.known())
      const { version = 0 } = known
      const isStored = draft.isDirty && (await draft.save()).kind === 'done'
      if (isStored) typed.clear()
      const wrote = draft.known().version!
      return isStored && wrote > version ? { known: known.values, version: wrote } : undefined
    },
  }
}

const moment = () => new Promise(resolve => setTimeout(resolve))

const act = fc.record({
  who: fc.nat({ max: 1 }),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...fields) },
    { weight: 3, arbitrary: fc.constant('save' as const) },
    { weight: 3, arbitrary: fc.constantFrom('mine' as const, 'theirs' as const) },
  ),
})

describe('TITLE-19 two people edit one title', () => {
  test('in every order: nobody writes over what they have not seen, and nothing that was typed is lost', async () => {
    const kinoras = await Promise.all([kinoraAs('tenant'), kinoraAs('tenant')])
    const [{ session }] = kinoras
    const runs = fc.array(act, { minLength: 6, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(runs, async acts => {
        const { tag } = await session.send(titles.create, { className: 'Start', keywords: ['a'] })
        const [title] = (await session.send(titles.find, { titleTags: [tag] })).data
        const people: Awaited<ReturnType<typeof openPerson>>[] = []
        for (const kinora of kinoras) people.push(await openPerson(kinora, title!))
        const written = new Map<number, Values>()
        for (const [nth, { who, what }] of acts.entries()) {
          const person = people[who]!
          if (what === 'save') {
            const saved = await person.save()
            if (saved) written.set(saved.version, saved.known)
          } else if (what === 'mine' || what === 'theirs') person.choose(what)
          else person.edit(what, `${nth} of ${who}`)
          await moment()
          for (const { draft, typed } of people)
            for (const [field, value] of typed) expect(draft().form.getValues(field)).toEqual(value)
        }
        const { data } = await session.send(titleHistory.list, { tag, take: -1 })
        for (const { version, verb, changes } of data) {
          if (verb === 'create') continue
          const known = written.get(version)!
          for (const { path, before } of changes) expect(before).toEqual(known[path as Field])
        }
        expect(data).toHaveLength(written.size + 1)
        for (const person of people) await person.close()
      }),
      { numRuns: 15 },
    )
  })
})
