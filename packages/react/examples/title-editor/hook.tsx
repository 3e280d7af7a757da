import type { Title } from '@kinora/core'
import {
  type Kinora,
  KinoraRoot,
  type TitleSource,
  useDraftValue,
  useTitle,
  useTitleEditor,
} from '@kinora/react'

/** Draft, rules, saving and publishing of a title, without any of our markup. */
export default function PlainTitleForm({ kinora, tag }: { kinora: Kinora; tag: string }) {
  return (
    <KinoraRoot kinora={kinora}>
      <OneTitle tag={tag} />
    </KinoraRoot>
  )
}

function OneTitle({ tag }: { tag: string }) {
  const source = useTitle(tag)
  if (source.title) return <PlainForm key={tag} title={source.title} source={source} />
  return <p role="status">{source.state === 'loading' ? 'Loading…' : 'There is no such title.'}</p>
}

function PlainForm({ title, source }: { title: Title; source: TitleSource }) {
  const editor = useTitleEditor({ title, source })
  const name = useDraftValue('className', editor)
  return (
    <form
      aria-label="Title"
      onSubmit={event => {
        event.preventDefault()
        void editor.save()
      }}
    >
      <label>
        Name <input value={name} onChange={event => editor.set('className', event.target.value)} />
      </label>
      <button type="submit" disabled={!editor.isDirty || editor.isSaving}>
        Save
      </button>
      <button type="button" onClick={() => void editor.publish()}>
        Publish
      </button>
      <ul aria-label="Problems">
        {editor.attempt > 0 && editor.problems.map(({ text }) => <li key={text}>{text}</li>)}
        {editor.problem && <li>The file isn’t ready: {editor.problem}</li>}
      </ul>
    </form>
  )
}
