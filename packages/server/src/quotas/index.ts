export { assertRoomForTitle, assertRoomForUpload, assertRoomOnDisk } from './check.ts'
