const cities = ["madrid", "new york", "rome"];

export const validators = {
  known_city: (city: string): boolean => cities.includes(city.toLowerCase()),
};

export const normalizers = {
  city_name: (city: string): string =>
    city.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
};
