import { type Title, toMegabytes } from '@kinora/core'
import { useDates } from '../kernel/use-dates.ts'
import { Card } from '../ui/form/split-form.tsx'
import { useTitleEditorTexts } from './editor-texts.ts'
import { type Fact, FactList } from './fact-list.tsx'
import { toLength } from './length.ts'

/** What the server knows of a title: its file (VAL-27), its tag, its dates. */
export function TitleFactsCard({ title }: { title: Title }) {
  const { text } = useTitleEditorTexts()
  const { moment } = useDates()
  const { fileName, fileSize, fileSha256, publishedDate } = title
  const facts: (Fact | false)[] = [
    {
      label: text('ui.editor.tag'),
      value: title.tag,
      copy: { text: title.tag, label: text('ui.editor.copyTag') },
    },
    fileName !== null && { label: text('ui.editor.storedFile'), value: fileName },
    fileSize !== null && { label: text('ui.editor.fileSize'), value: toMegabytes(fileSize) },
    title.durationSecond > 0 && {
      label: text('field.durationSecond'),
      value: toLength(title.durationSecond),
    },
    fileSha256 !== null && {
      label: text('ui.editor.sha256'),
      value: <code title={fileSha256}>{`${fileSha256.slice(0, 8)}…${fileSha256.slice(-4)}`}</code>,
      copy: { text: fileSha256, label: text('ui.editor.copySha256') },
    },
    { label: text('field.creationDate'), value: moment(title.creationDate) },
    { label: text('ui.editor.updated'), value: moment(title.updatedDate) },
    publishedDate !== null && { label: text('ui.editor.published'), value: moment(publishedDate) },
  ]
  return (
    <Card title={text('ui.editor.facts')} className="kn-card-dense">
      <FactList facts={facts.filter(fact => fact !== false)} />
    </Card>
  )
}

/** TITLE-42: the marks of a migration, kept and shown, never changed here. */
export function TitleOriginCard({ title }: { title: Title }) {
  const { text } = useTitleEditorTexts()
  if (!title.IsMigrating && title.SourceProviderId === null && title.externalId === null) return null
  const facts: (Fact | false)[] = [
    { label: text('field.IsMigrating'), value: text(title.IsMigrating ? 'ui.editor.yes' : 'ui.editor.no') },
    title.SourceProviderId !== null && {
      label: text('field.SourceProviderId'),
      value: title.SourceProviderId,
    },
    title.externalId !== null && { label: text('field.externalId'), value: title.externalId },
  ]
  return (
    <Card title={text('ui.editor.origin')} className="kn-card-dense">
      <FactList facts={facts.filter(fact => fact !== false)} />
    </Card>
  )
}
