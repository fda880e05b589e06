export const actions = {
  book_visit: () => ({}),
  pause_visits: () => ({}),
  file_complaint: () => ({}),
};
