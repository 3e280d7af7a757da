import { ClassChooser, type ClassChooserProps } from '../class-chooser/class-chooser.tsx'
import { collectionClasses } from '../class-chooser/class-source.ts'

/** The chooser of the titles that show a document; it loads when it is asked for. */
export const TitleChooser = (
  props: Pick<ClassChooserProps, 'tenantId' | 'taken' | 'onClose' | 'onChoose'>,
) => <ClassChooser open source={collectionClasses} {...props} />
