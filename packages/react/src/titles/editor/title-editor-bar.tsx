import { TitleStatus } from '@kinora/core'
import { Check, CircleDot } from 'lucide-react'
import { useDates } from '../../kernel/use-dates.ts'
import { Button } from '../../ui/button.tsx'
import { useSaveKey } from '../../ui/form/save-bar.tsx'
import { StickyBar } from '../../ui/frame/bars.tsx'
import { ProgressRing } from '../../ui/status/progress.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { useEditor } from './title-editor-context.tsx'

/** The bar at the foot: whether there is anything to save, when it was saved, Save and Publish. */
export function TitleEditorBar() {
  const { title, dirty, working, save, publish } = useEditor()
  const { text } = useTitleEditorTexts()
  const published = title?.status === TitleStatus.Published
  const saveLabel =
    title === undefined ? 'ui.editor.create' : published ? 'ui.editor.update' : 'ui.editor.save'
  useSaveKey(dirty, save)
  return (
    <StickyBar
      label={text('ui.editor.bar')}
      status={<BarStatus />}
      isQuiet={!dirty && working === undefined}
      actions={
        <>
          <Button
            type="submit"
            variant={published || title === undefined ? 'primary' : 'secondary'}
            aria-keyshortcuts="Control+S Meta+S"
            disabled={title !== undefined && !dirty && working === undefined}
            loading={working === 'save'}
          >
            {text(saveLabel)}
          </Button>
          {title === undefined || published ? null : (
            <Button variant="primary" loading={working === 'publish'} onClick={() => void publish()}>
              {text(dirty ? 'ui.editor.saveAndPublish' : 'ui.editor.publish')}
            </Button>
          )}
        </>
      }
    />
  )
}

function BarStatus() {
  const { moment } = useDates()
  const { title, dirty, working } = useEditor()
  const { text } = useTitleEditorTexts()
  if (working !== undefined)
    return (
      <>
        <ProgressRing />
        {text(working === 'save' ? 'ui.editor.saving' : 'ui.editor.publishing')}
      </>
    )
  if (dirty)
    return (
      <>
        <CircleDot className="kn-bar-dirty" size={16} aria-hidden="true" />
        <span>
          {text('ui.editor.unsaved')}
          {title?.status === TitleStatus.Published ? (
            <span className="kn-bar-soft"> · {text('ui.editor.liveChanges')}</span>
          ) : null}
        </span>
      </>
    )
  if (title === undefined) return text('ui.editor.nothingYet')
  return (
    <>
      <Check className="kn-bar-saved" size={16} aria-hidden="true" />
      {text('ui.editor.saved', { time: moment(title.updatedDate) })}
    </>
  )
}
