import { Clock3 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { focusField } from '../../ui/status/checklist.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { problemText } from '../title-publishing.ts'
import { type DraftField, draftFields, isAudio, pageOrder } from './title-draft.ts'
import { useEditor } from './title-editor-context.tsx'

/** The fields as they stand on the page; what has no place of its own comes last. */
const inOrder = [...new Set<DraftField>([...pageOrder, ...draftFields])]

/** What stood in the way of the last attempt, each a link to its field; takes the focus when it appears. */
export function TitleEditorSummary() {
  const { form, attempt, fieldId } = useEditor()
  const { text } = useTitleEditorTexts()
  const { errors } = useFormState({ control: form.control })
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt === undefined || attempt.count === 0) return
    banner.current?.focus()
    banner.current?.scrollIntoView({ block: 'center' })
  }, [attempt])
  const lines = inOrder.flatMap(field => {
    const message = errors[field]?.message
    return typeof message === 'string' ? [{ id: fieldId(field), message }] : []
  })
  const problem = attempt?.problem
  if (problem !== undefined)
    lines.unshift({
      id: fieldId('file'),
      message: text(problemText(problem, isAudio(form.getValues()))),
    })
  const words = attempt?.words
  if (attempt === undefined || (lines.length === 0 && words === undefined)) return null
  const title =
    attempt.kind === 'publish'
      ? words === undefined
        ? 'ui.editor.summaryPublish'
        : 'ui.editor.summaryPublishFailed'
      : words === undefined
        ? 'ui.editor.summaryFix'
        : 'ui.editor.summarySave'
  const later = problem === 'underWay' && lines.length === 1
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      tone={attempt.kind === 'publish' && words === undefined ? 'warning' : 'negative'}
      role="alert"
      title={text(title)}
      actions={later ? <PublishLater /> : null}
    >
      {words === undefined ? null : <p>{words}</p>}
      {lines.length === 0 ? null : (
        <ul className="kn-summary">
          {lines.map(line => (
            <li key={line.id}>
              <a
                href={`#${line.id}`}
                onClick={event => {
                  event.preventDefault()
                  focusField(line.id)
                }}
              >
                {line.message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

/** TITLE-34: nothing but the processing is missing, so the server can publish by itself. */
function PublishLater() {
  const { form, save } = useEditor()
  const { text } = useTitleEditorTexts()
  return (
    <Button
      size="compact"
      icon={<Clock3 size={16} aria-hidden="true" />}
      onClick={() => {
        form.setValue('IsAutoPublish', true)
        void save()
      }}
    >
      {text('ui.editor.publishLater')}
    </Button>
  )
}
