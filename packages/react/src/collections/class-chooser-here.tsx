import { ClassChooser, type ClassChooserProps } from '../class-chooser/class-chooser.tsx'
import { collectionClasses } from '../class-chooser/class-source.ts'

/** The chooser of a collection's classes; it loads when it is asked for. */
export function ClassChooserHere(
  props: Pick<ClassChooserProps, 'tenantId' | 'taken' | 'onClose' | 'onChoose'>,
) {
  return <ClassChooser open source={collectionClasses} {...props} />
}
