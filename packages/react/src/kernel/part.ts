export { fill, type PartProps, type PartState, partMarks, type Slot } from '../ui/part.ts'
