import { Clock3 } from 'lucide-react'
import type { Problem } from '../../kernel/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form/form-summary.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { TitleActions } from '../list/use-title-actions.ts'
import { type DraftField, draftFields, isAudio, pageOrder, problemText } from './title-draft.ts'
import { useEditor } from './title-editor-context.tsx'

/** The fields as they stand on the page; what has no place of its own comes last. */
const inOrder = [...new Set<DraftField>([...pageOrder, ...draftFields])]

/** What blocked the last attempt, each a link to its field. */
export function TitleEditorSummary({ actions }: { actions: TitleActions }) {
  const { form, attempt, attempted, message, problem, problems, fieldId } = useEditor()
  const { text } = useTitleEditorTexts()
  const placeOf = ({ path }: Problem) => (path === undefined ? -1 : inOrder.indexOf(path as DraftField))
  const lines = [...problems]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ path, text: words }) => ({ id: path && fieldId(path), text: words }))
  if (problem !== undefined)
    lines.unshift({ id: fieldId('file'), text: text(problemText(problem, isAudio(form.getValues()))) })
  const failed = message !== undefined
  const title =
    attempted === 'publish'
      ? failed
        ? 'ui.editor.summaryPublishFailed'
        : 'ui.editor.summaryPublish'
      : failed
        ? 'ui.editor.summarySave'
        : 'ui.editor.summaryFix'
  return (
    <FormSummary
      title={text(title)}
      problems={lines}
      attempt={attempt}
      tone={attempted === 'publish' && !failed ? 'warning' : 'negative'}
      actions={problem === 'underWay' && lines.length === 1 ? <PublishLater actions={actions} /> : null}
    />
  )
}

/** Nothing but the processing is missing, so the server can publish once that has ended. */
function PublishLater({ actions }: { actions: TitleActions }) {
  const { title, dirty, save } = useEditor()
  const { text } = useTitleEditorTexts()
  return (
    <Button
      size="compact"
      icon={<Clock3 size={16} aria-hidden="true" />}
      onClick={async () => {
        if (title !== undefined && (!dirty || (await save()))) await actions.publishWhenReady(title)
      }}
    >
      {text('ui.titles.publishWhenReady')}
    </Button>
  )
}
