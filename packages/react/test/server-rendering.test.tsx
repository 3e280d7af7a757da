import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import * as everything from '../src/index.ts'
import { createKinora, KinoraRoot, Root, useUploads } from '../src/index.ts'
import * as kit from '../src/ui/index.ts'
import * as viewers from '../src/viewer/index.ts'

type Story = ComponentType | { render: ComponentType }

const stories = Object.entries(
  import.meta.glob<Record<string, Story>>('../src/**/*.stories.tsx', { eager: true }),
).flatMap(([path, { default: _, ...named }]) =>
  Object.entries(named).map(([name, story]) => [`${path.split('/').at(-1)}: ${name}`, story] as const),
)
const nothing = () => undefined
const choice = {
  onChoose: nothing,
  texts: { title: 'Changed', text: '', mine: 'Mine', theirs: 'Theirs', keepMine: 'Keep', takeTheirs: 'Take' },
}

const componentsOf = (module: object) =>
  Object.entries(module).filter(
    (entry): entry is [string, ComponentType] => /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'function',
  )
const nouns = componentsOf(everything).filter(([name]) => !(name in kit) && !name.startsWith('Kinora'))

describe('what is exported renders to a string where there is no window', () => {
  test.each(stories)('%s', (_, story) => {
    const content = 'render' in story ? createElement(story.render) : createElement(story)
    expect(renderToString(<Root>{content}</Root>)).toContain('kn-root')
  })

  test('a form and a plain table, which no story shows', () => {
    const page = (
      <Root>
        <kit.ResourceForm
          {...{ title: 'Yoga', dirty: true, saving: false, attempt: 1, onSave: nothing }}
          problems={[{ id: 'name', text: 'Required Name' }]}
          conflicts={{ conflicts: [{ path: 'name', label: 'Name', mine: 'A', theirs: 'B' }], ...choice }}
          texts={{
            bar: 'Bar',
            save: 'Save',
            saving: 'Saving',
            unsaved: 'Unsaved',
            rest: '',
            problems: 'Wrong',
          }}
          actions={<kit.AddLink href="/add">Add</kit.AddLink>}
        >
          <kit.PlainTable
            {...{ label: 'Rows', rows: ['row'], rowId: (row: string) => row }}
            columns={[{ id: 'row', header: 'Row', cell: (row: string) => row }]}
          />
          <kit.ActiveBadge active texts={{ active: 'Active', inactive: 'Inactive' }} />
        </kit.ResourceForm>
      </Root>
    )
    expect(renderToString(page)).toMatch(/Yoga.*Required Name.*Mine.*row.*Active.*Save/s)
  })

  test.each(nouns)('%s in a KinoraRoot', (_, Component) => {
    const kinora = createKinora({ baseUrl: 'https://media.example.com', getToken: () => 'token' })
    const page = (
      <KinoraRoot kinora={kinora} fallback="Loading">
        <Component />
      </KinoraRoot>
    )
    expect(renderToString(page)).toContain('Loading')
  })

  test('EMBED-04 the parts of a viewers’ site', () => {
    const viewer = viewers.createViewer({ baseUrl: 'https://media.example.com', getToken: () => 'token' })
    const page = (
      <viewers.ViewerProvider viewer={viewer} locale="ar" userId="m-7">
        <viewers.ClassGrid />
        <viewers.Schedule />
        <viewers.Collection tag="c-1" />
        <viewers.ClassPage tag="t-1" />
        <viewers.EventPage eventId="e-1" />
        <viewers.Player tag="t-1" />
      </viewers.ViewerProvider>
    )
    expect(renderToString(page)).toMatch(/dir="rtl".*بحث.*تشغيل/s)
  })

  test('EMBED-05 a server renders what a page begins with: no texts are loaded, whatever was asked of it before', async () => {
    const localeTexts = vi.fn(async () => ({ 'ui.loading': 'Wird geladen' }))
    const kinora = createKinora({ baseUrl: 'https://media.example', locale: 'de_DE', localeTexts })
    const page = (
      <KinoraRoot kinora={kinora}>
        <p>Content</p>
      </KinoraRoot>
    )
    const first = renderToString(page)
    await Promise.resolve()
    expect(renderToString(page)).toBe(first)
    expect(first).toContain('Loading')
    expect(localeTexts).not.toHaveBeenCalled()
  })

  test('SESS-13 a Kinora that nobody is signed in to tells what it doesn’t know', () => {
    const Reader = () => {
      const { items } = useUploads()
      return `${everything.useSession().kind} ${everything.useNetwork()} ${items.length}`
    }
    const page = (
      <everything.KinoraProvider kinora={createKinora()}>
        <Reader />
      </everything.KinoraProvider>
    )
    expect(renderToString(page)).toBe('unknown unknown 0')
  })
})
