import { Card, SplitForm } from '../../ui/form/split-form.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

const rows = ['one', 'two', 'three', 'four']

/** The shape of the editor while the title is fetched. */
export function TitleEditorSkeleton() {
  const { text } = useTitleEditorTexts()
  return (
    <div className="kn-title-editor" aria-busy="true">
      <VisuallyHidden role="status">{text('ui.editor.loading')}</VisuallyHidden>
      <Skeleton width={240} height={28} />
      <SplitForm
        asideLabel={text('ui.editor.aside')}
        aside={
          <>
            <Skeleton height={214} />
            <Skeleton height={160} />
          </>
        }
      >
        <Card>
          {rows.map(row => (
            <div key={row} className="kn-field">
              <Skeleton width={96} height={12} />
              <Skeleton height={36} />
            </div>
          ))}
        </Card>
        <Card>
          <Skeleton height={180} />
        </Card>
      </SplitForm>
    </div>
  )
}
