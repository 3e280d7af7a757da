import type { ComponentType } from 'react'
import * as actions from './button.stories.tsx'
import * as fields from './form/field.stories.tsx'
import * as lists from './list/resource-list.stories.tsx'
import * as overlays from './overlay/overlay.stories.tsx'
import * as pickers from './picker/picker.stories.tsx'
import * as feedback from './status/feedback.stories.tsx'
import * as table from './table/data-table.stories.tsx'

interface Story {
  render: ComponentType
}

const modules: Record<string, object> = { actions, fields, pickers, feedback, overlays, table, lists }

/** Every component in its states on one page: for the eye and for the accessibility test. */
export function Gallery() {
  return (
    <main style={{ display: 'grid', gap: 32, padding: 24, minInlineSize: 0 }}>
      <h1 className="kn-page-title">Every component</h1>
      {Object.entries(modules).flatMap(([area, module]) =>
        Object.entries(module)
          .filter(([, story]) => isStory(story))
          .map(([name, story]) => <Piece key={area + name} name={`${area}: ${name}`} story={story} />),
      )}
    </main>
  )
}

function isStory(value: unknown): value is Story {
  return typeof value === 'object' && value !== null && 'render' in value
}

function Piece({ name, story }: { name: string; story: Story }) {
  return (
    <section style={{ display: 'grid', gap: 12, minInlineSize: 0 }}>
      <h2>{name}</h2>
      <story.render />
    </section>
  )
}
